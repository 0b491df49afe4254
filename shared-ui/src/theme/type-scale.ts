const PX_PER_REM = 16;
const NARROW_PX = 360;
const WIDE_PX = 1120;

const rem = (px: number) => `${round(px / PX_PER_REM)}rem`;
const round = (value: number) => Math.round(value * 10_000) / 10_000;

export function fluid(smallPx: number, largePx: number): string {
  const growth = (largePx - smallPx) / (WIDE_PX - NARROW_PX);
  const start = smallPx - growth * NARROW_PX;
  return `clamp(${rem(smallPx)}, calc(${rem(start)} + ${round(growth * 100)}vw), ${rem(largePx)})`;
}

export const fontSizes = {
  sm: { value: rem(16) },
  md: { value: rem(18) },
  lg: { value: rem(20) },
  xl: { value: fluid(22, 25) },
  '2xl': { value: fluid(26, 31) },
  '3xl': { value: fluid(30, 39) },
  '4xl': { value: fluid(36, 49) },
};
