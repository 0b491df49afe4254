import { shrinkPicture } from './device-picture';

const photo = new File(['photo'], 'ada.jpg', { type: 'image/jpeg' });

/** jsdom decodes and draws nothing. @param bytes of the JPEG at each quality that is tried */
function useDevice(bytes: readonly number[]) {
  const close = jest.fn();
  const decode = jest.fn(async () => ({ width: 4000, height: 3000, close }));
  Object.assign(globalThis, { createImageBitmap: decode });
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue({ fillRect: jest.fn(), drawImage: jest.fn() } as never);
  const sizes = [...bytes];
  const encode = jest.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  encode.mockImplementation((done) => done(new Blob([new Uint8Array(sizes.shift() ?? 0)])));
  return { decode, encode };
}
afterEach(() => jest.restoreAllMocks());

test('a photo has at most 800 pixels a side, and the best quality below 300 kB', async () => {
  const { encode } = useDevice([300_001, 300_000]);
  const { canvas, jpeg } = await shrinkPicture(photo);
  expect([canvas.width, canvas.height, jpeg.size]).toEqual([800, 600, 300_000]);
  expect(encode.mock.calls.map(([, type, quality]) => [type, quality])).toEqual([
    ['image/jpeg', 0.85],
    ['image/jpeg', 0.7],
  ]);
});

test('what the browser cannot decode or make small enough is refused', async () => {
  const { decode } = useDevice([300_001, 300_001, 300_001]);
  await expect(shrinkPicture(photo)).rejects.toMatchObject({ reason: 'impossible', current: 'no-picture' });
  decode.mockRejectedValue(new Error('not an image'));
  await expect(shrinkPicture(photo)).rejects.toMatchObject({ reason: 'impossible', current: 'no-picture' });
});
