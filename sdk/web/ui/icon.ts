import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';

const paths: Readonly<Record<string, SVGTemplateResult>> = {
  applications: svg`<path d="M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1"/>`,
  inbox: svg`<path d="M3 13h5l1.5 3h5L16 13h5M5.5 5h13L21 13v6H3v-6z"/>`,
  folder: svg`<path d="M3 6h6l2 2h10v11H3z"/>`,
  file: svg`<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  cross: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  'circle-check': svg`<circle cx="12" cy="12" r="8.5"/><path d="m8.5 12.2 2.5 2.5 4.6-4.8"/>`,
  'circle-cross': svg`<circle cx="12" cy="12" r="8.5"/><path d="m9.2 9.2 5.6 5.6m0-5.6-5.6 5.6"/>`,
  'circle-dashed': svg`<circle cx="12" cy="12" r="8.5" stroke-dasharray="3.5 3.18"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.5l3.5 2"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  dash: svg`<path d="M7 12h10"/>`,
  dot: svg`<circle cx="12" cy="12" r="3" fill="currentColor" stroke="none"/>`,
  search: svg`<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  left: svg`<path d="m14.5 6-6 6 6 6"/>`,
  right: svg`<path d="m9.5 6 6 6-6 6"/>`,
  down: svg`<path d="m6 9.5 6 6 6-6"/>`,
  up: svg`<path d="m6 14.5 6-6 6 6"/>`,
  upload: svg`<path d="M12 16V5m-4.5 4L12 4.5 16.5 9M4 16v4h16v-4"/>`,
  download: svg`<path d="M12 4v11m-4.5-4 4.5 4.5 4.5-4.5M4 16v4h16v-4"/>`,
  eye: svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12"
    r="2.8"/>`,
  person: svg`<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20c.8-4 3.7-6 7.5-6s6.7 2 7.5 6"/>`,
  people: svg`<circle cx="9" cy="8.5" r="3.3"/><path
    d="M2.5 19.5c.7-3.5 3.2-5.2 6.5-5.2s5.8 1.7 6.5 5.2M15.5 5.4a3.3 3.3 0 0 1 0 6.2M18 14.8c2 .7 3.2 2.3 3.6 4.7"/>`,
  key: svg`<circle cx="8" cy="15" r="4"/><path d="m11 12 8.5-8.5M16 7l3 3"/>`,
  gear: svg`<circle cx="12" cy="12" r="3"/><path
    d="M12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.1 2.1m8.6 8.6 2.1 2.1m0-12.8-2.1 2.1m-8.6 8.6-2.1 2.1"/>`,
  shield: svg`<path d="M12 3.5 5 6.2v5.3c0 4.3 2.8 7.3 7 9 4.2-1.7 7-4.7 7-9V6.2zM9 12l2.2 2.2L15.2 10"/>`,
  pulse: svg`<path d="M3 12h4l3-7 4 14 3-7h4"/>`,
  warning: svg`<path d="M12 4 2.8 20h18.4zM12 10v4.5m0 2.5v.2"/>`,
  info: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5m0-9v.2"/>`,
  chat: svg`<path d="M4 5h16v11H10l-4 4v-4H4z"/>`,
  chart: svg`<path d="M4 20V4m0 16h16M8.5 16v-4m4 4V8m4 8v-6"/>`,
  leave: svg`<path d="M10 4H4v16h6M9 12h11m-4-4.5 4.5 4.5-4.5 4.5"/>`,
  brush: svg`<path d="M14 4l6 6-8 8-6-6zM6 12l-2 8 8-2"/>`,
  plug: svg`<path d="M9 3v5m6-5v5M6 8h12v4a6 6 0 0 1-12 0zm6 10v3"/>`,
  copy: svg`<path d="M9 9h11v11H9zM5 15H4V4h11v1"/>`,
  refresh: svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4"/>`,
  grip: svg`<g fill="currentColor" stroke="none"><circle cx="9" cy="6" r="1.5"/><circle cx="15" cy="6" r="1.5"/><circle
    cx="9" cy="12" r="1.5"/><circle cx="15" cy="12" r="1.5"/><circle cx="9" cy="18" r="1.5"/><circle cx="15" cy="18"
    r="1.5"/></g>`,
  trash: svg`<path d="M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5m3-5v5"/>`,
  pencil: svg`<path d="m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5"/>`,
  table: svg`<path d="M3.5 5h17v14h-17zM3.5 10h17M9.5 10v9"/>`,
  figures: svg`<path d="M3.5 6h7v5h-7zm10 0h7v5h-7zm-10 8h7v5h-7zm10 0h7v5h-7z"/>`,
  text: svg`<path d="M5 6h14M5 10.5h14M5 15h14M5 19.5h8"/>`,
  filter: svg`<path d="M4 6.5h16M7 12h10m-6.5 5.5h3"/>`,
  lock: svg`<path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>`,
  globe: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5a13 13 0 0 0 0 17 13 13 0 0 0 0-17M3.5 12h17"/>`,
  play: svg`<path d="M7.5 4.5v15l12-7.5z"/>`,
  pause: svg`<path d="M8.5 5v14m7-14v14"/>`,
  more: svg`<g fill="currentColor" stroke="none"><circle cx="5.5" cy="12" r="1.8"/><circle cx="12" cy="12"
    r="1.8"/><circle cx="18.5" cy="12" r="1.8"/></g>`,
  box: svg`<path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"/>`,
  calendar: svg`<path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5V7m7-3.5V7"/>`,
  bell: svg`<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"/>`,
  'bell-off': svg`<path d="M7 8a6 6 0 0 1 11 3v4m-1 3H4.5L6 16.5V11M10 20.5h4M4 3.5l16 17"/>`,
  name: svg`<circle cx="12" cy="12" r="3.6"/><path d="M15.6 8.4v5a2.4 2.4 0 0 0 4.900 0V12a8.5 8.5 0 1 0-3.400 6.800"/>`,
  back: svg`<path d="m9 5-5 5 5 5M4 10h9.5a5.5 5.5 0 0 1 0 11H11"/>`,
  bookmark: svg`<path d="M6.5 4h11v16L12 16l-5.5 4z"/>`,
  sparkles: svg`<path d="M11 4.500c.8 4.700 2.300 6.200 7 7-4.700.8-6.200 2.300-7 7-.8-4.700-2.300-6.200-7-7 4.700-.8 6.200-2.300 7-7zM19 3v4m-2-2h4"/>`,
  mail: svg`<path d="M3.5 6h17v12.5h-17zm0 1.5 8.5 6 8.5-6"/>`,
};

/**
 * A decorative icon by name, or by its own lines on 24 × 24; an unknown name gives a box, so that a plugin's new icon
 * never breaks a page.
 */
export const icon = (name: string | SVGTemplateResult | null | undefined, size = 18): SVGTemplateResult => svg`
  <svg width=${size} height=${size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"
    part="icon">${(typeof name === 'object' ? name : paths[name ?? 'box']) ?? paths['box']}</svg>`;
