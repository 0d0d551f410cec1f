import './editor.element.ts';
