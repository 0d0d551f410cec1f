import './trusted-types.ts';
import './theme/fonts.css';
import './theme/theme.css';
import './shell/app.element.ts';
