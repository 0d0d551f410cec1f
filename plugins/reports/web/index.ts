import './page.element.ts';
