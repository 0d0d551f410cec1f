import './confirm-application.element.ts';
