import './integrations.element.ts';
