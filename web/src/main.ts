import './trusted-types.ts';
import './theme/theme.css';
import './shell/app.element.ts';
