import './schedule.element.ts';
import './schedules.element.ts';
