/** Parts that speak, ask and stream later, loaded at once: the first thing drawn does not wait for them. */
import './confirm-dialog.element.ts';
import './other-tabs.element.ts';
import './session-end.element.ts';
import './toasts.element.ts';

export { stream } from '../api/stream.ts';
