import { CallError } from './call-error';

/** Pictures are shown at 128 pixels, on the densest screens at 512. */
const LONGEST_SIDE_PX = 800;
const MAX_BYTES = 300_000;
const QUALITIES = [0.85, 0.7, 0.5];

/**
 * A JPEG of the picture, at most 800 pixels a side and 300 kB: drawn anew, it has neither the place nor the time of the
 * camera. @throws CallError for a file that the browser cannot read as a picture
 */
export async function shrinkPicture(file: Blob): Promise<{ readonly canvas: HTMLCanvasElement; readonly jpeg: Blob }> {
  const canvas = await draw(file);
  for (const quality of QUALITIES) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (jpeg && jpeg.size <= MAX_BYTES) return { canvas, jpeg };
  }
  throw new CallError('impossible', 'no-picture');
}

async function draw(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new CallError('impossible', 'no-picture', { cause });
  });
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new CallError('impossible', 'no-picture');
  // A JPEG has no transparency: what shows through would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}
