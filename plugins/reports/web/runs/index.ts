import './run.element.ts';
import './runs.element.ts';
