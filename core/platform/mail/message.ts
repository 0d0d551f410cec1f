import { escapeHtml } from '@dossier/sdk';
import type { EmailContent, Mail } from './contract.ts';

const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const usualAccent = '#1f3a5f';
/** A picture that travels within the message; mail programs show no SVG. Larger ones would make every e-mail heavy. */
const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
const heaviest = 70_000;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

/** An e-mail as text, and as HTML with its styles inside: one column that fits a phone, readable without pictures. */
export const compose: Mail['compose'] = ({ name, logo, accent }, content) => {
  const colour = accent !== null && /^#[0-9a-f]{6}$/i.test(accent) ? accent : usualAccent;
  const mark =
    logo !== null && logo.length <= heaviest && picture.test(logo)
      ? `<img src="${logo}" alt="" style="display:block;max-height:40px;max-width:200px;margin:0 0 8px">`
      : '';
  return {
    text: textOf(name, content),
    html: `<!doctype html>
<html lang="${escapeHtml(content.locale ?? 'en')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(content.title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:#1d2129;font-size:16px;line-height:1.5;${font}">
<div role="article" style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px;border-top:4px solid ${colour};padding:24px;overflow-wrap:anywhere">
<div style="margin:0 0 24px;font-weight:600">${mark}${escapeHtml(name)}</div>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(content.title)}</h1>
${content.paragraphs.map((text) => paragraph(lines(text))).join('\n')}
${content.quote === undefined ? '' : `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #c9ced6">${lines(content.quote)}</blockquote>`}
${content.action === undefined ? '' : button(content.action, colour)}
${(content.notes ?? []).map((text) => `<p style="margin:0 0 8px;font-size:14px;color:#59606b">${lines(text)}</p>`).join('\n')}
</div></body></html>`,
  };
};

/** The address stands below the button too, for programs that show no links. */
const button = (
  { label, url }: NonNullable<EmailContent['action']>,
  colour: string,
): string => `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${colour};color:${inkOn(colour)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph(`<span style="font-size:14px;color:#59606b">${escapeHtml(url)}</span>`)}`;

function textOf(name: string, content: EmailContent): string {
  const quote =
    content.quote === undefined
      ? []
      : [
          content.quote
            .split(/\r?\n/)
            .map((line) => `> ${line}`)
            .join('\n'),
        ];
  const action = content.action === undefined ? [] : [`${content.action.label}:\n${content.action.url}`];
  return [content.title, ...content.paragraphs, ...quote, ...action, ...(content.notes ?? []), `-- \n${name}`].join(
    '\n\n',
  );
}

/** White or black, whichever has the higher contrast on the colour (WCAG 2.2, relative luminance). */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
