import './audit.element.ts';
