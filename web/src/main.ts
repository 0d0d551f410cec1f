import './trusted-types.ts';
import './theme/fonts.css';
import './theme/theme.css';
import './theme/at-first.ts';
import './shell/app.element.ts';
