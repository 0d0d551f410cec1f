/** What speaks, asks and streams later, loaded at once: the first thing drawn does not wait for it. */
import './confirm-dialog.element.ts';
import './other-tabs.element.ts';
import './session-end.element.ts';
import './toasts.element.ts';

export { stream } from '../api/stream.ts';
