import './gallery.element.ts';
