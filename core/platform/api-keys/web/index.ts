import './api-keys.element.ts';
