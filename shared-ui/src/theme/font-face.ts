export type FontFace = Readonly<Record<string, string>>;

export function webFontFace(family: string, url: string, weights: string): FontFace {
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
export function fallback(
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

export function fontFace(face: FontFace): string {
  const lines = Object.entries(face).map(([name, value]) => `${name}:${value}`);
  return `@font-face{${lines.join(';')}}`;
}
