import './documents.element.ts';
