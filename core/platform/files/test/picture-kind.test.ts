import { t } from '@dossier/core/testing/t';
import { pictureOf } from '../picture-kind.ts';
import { jpeg, png, webp } from './pictures.ts';

t.test('a picture tells its kind and size', async (t) => {
  t.same(pictureOf(png(640, 480)), { contentType: 'image/png', width: 640, height: 480 });
  t.same(pictureOf(jpeg(640, 480)), { contentType: 'image/jpeg', width: 640, height: 480 });
  for (const kind of ['VP8X', 'VP8 ', 'VP8L'] as const)
    t.same(pictureOf(webp(kind, 640, 480)), { contentType: 'image/webp', width: 640, height: 480 }, kind);
});

t.test('a part of a picture, and a picture with a tail, is none', async (t) => {
  for (const whole of [png(9, 9), jpeg(9, 9), webp('VP8X', 9, 9)]) {
    t.ok(pictureOf(whole));
    for (let length = 0; length < whole.length; length++)
      t.equal(pictureOf(whole.subarray(0, length)), undefined, `${length} bytes`);
    t.equal(pictureOf(Buffer.concat([whole, Buffer.from('<html>')])), undefined);
  }
});

t.test('a broken length leads nowhere', async (t) => {
  const picture = png(9, 9);
  picture.writeUInt32BE(0xffffffff, 8);
  t.equal(pictureOf(picture), undefined);
  const still = jpeg(9, 9);
  still.writeUInt16BE(0, 4);
  t.equal(pictureOf(still), undefined);
});
