/** The site's colours. `theme.test.ts` of shared-ui checks the allowed pairs. */
export const palette = {
  ink: '#16302B',
  inkSoft: '#465B55',
  paper: '#FBF8F1',
  chalk: '#FFFFFF',
  sand: '#EFE7D6',
  edge: '#72827C',
  /** The brand's colour: buttons, links, the focus ring. */
  tile: '#B8431B',
  /** The brand's colour of a pressed button. */
  tileDeep: '#8F3213',
  /** For errors: it stays when the brand changes. */
  alarm: '#8F3213',
  /** For errors, as `alarm`. */
  warning: '#B8431B',
  sage: '#2F6B57',
  sageMist: '#E6EFE9',
  sun: '#F2B632',
} as const;

const VALUES: Readonly<Record<string, string>> = palette;

/** Sets the values of a drawing's colours, which it names: `fill="tile"`. @throws Error for another name than `none` */
export const withColours = (drawing: string): string =>
  drawing.replace(/( (?:fill|stroke)=")(?!none")(\w+)/g, (_, before: string, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new Error(`No colour of the palette is called "${name}".`);
    return before + value;
  });
