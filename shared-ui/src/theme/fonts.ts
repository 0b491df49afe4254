import bricolageUrl from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
import figtreeUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

const BRICOLAGE = 'Bricolage Grotesque';
const FIGTREE = 'Figtree';

export const fontUrls: readonly string[] = [bricolageUrl, figtreeUrl];

export const fontFamilies = {
  heading: `'${BRICOLAGE}', '${BRICOLAGE} Arial', '${BRICOLAGE} Roboto', sans-serif`,
  body: `'${FIGTREE}', '${FIGTREE} Arial', '${FIGTREE} Roboto', sans-serif`,
};

// The fallbacks' metrics are the width of a French paragraph and the vertical metrics of the web font, divided by those
// of the local font (Liberation Sans has Arial's). Headings are bold; the body has a regular and a bold cut.
const faces: readonly FontFace[] = [
  webFontFace(BRICOLAGE, bricolageUrl, '700'),
  fallback({ family: `${BRICOLAGE} Arial`, names: ['Arial Bold', 'Arial-BoldMT'] }, '200 800', [101.44, 91.68, 26.62]),
  fallback(
    { family: `${BRICOLAGE} Roboto`, names: ['Roboto Bold', 'Roboto-Bold', 'Roboto'] },
    '200 800',
    [107.6, 86.43, 25.09],
  ),
  webFontFace(FIGTREE, figtreeUrl, '400 700'),
  fallback({ family: `${FIGTREE} Arial`, names: ['Arial', 'ArialMT'] }, '300 500', [99.93, 95.07, 25.02]),
  fallback({ family: `${FIGTREE} Arial`, names: ['Arial Bold', 'Arial-BoldMT'] }, '600 900', [94.97, 100.04, 26.33]),
  fallback({ family: `${FIGTREE} Roboto`, names: ['Roboto', 'Roboto-Regular'] }, '300 900', [100.85, 94.2, 24.79]),
];

export const fontFaces = faces.map(fontFace).join('');

type FontFace = Readonly<Record<string, string>>;

function webFontFace(family: string, url: string, weights: string): FontFace {
  return {
    'font-family': `'${family}'`,
    src: `url(${url}) format('woff2')`,
    'font-weight': weights,
    'font-style': 'normal',
    'font-display': 'swap',
  };
}

/**
 * A local font, scaled to the web font's metrics, so that nothing moves when the web font loads.
 * @param metrics percentages: size-adjust, ascent-override, descent-override
 */
function fallback(
  local: { readonly family: string; readonly names: readonly string[] },
  weights: string,
  metrics: readonly [number, number, number],
): FontFace {
  const [size, ascent, descent] = metrics;
  return {
    'font-family': `'${local.family}'`,
    src: local.names.map((name) => `local('${name}')`).join(','),
    'font-weight': weights,
    'size-adjust': `${size}%`,
    'ascent-override': `${ascent}%`,
    'descent-override': `${descent}%`,
    'line-gap-override': '0%',
  };
}

function fontFace(face: FontFace): string {
  const lines = Object.entries(face).map(([name, value]) => `${name}:${value}`);
  return `@font-face{${lines.join(';')}}`;
}
