/** Direction marks and invisible characters, without those that join the parts of an emoji or of a letter. */
export const INVISIBLE = /(?![\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Cf}\p{DI}]/gu;

let outsideEmoji: RegExp | undefined;

/** The text without invisible characters, also without joiners, except inside an emoji. For Node and Deno only. */
export function withoutInvisible(text: string): string {
  // Created on first use: the oldest browsers that load this module refuse the flag.
  // biome-ignore lint/complexity/useRegexLiterals: a literal with the flag v is a syntax error in ES2023, the target of parts
  outsideEmoji ??= new RegExp('(\\p{RGI_Emoji})|[\\p{Cf}\\p{DI}]', 'gv');
  return text.replace(outsideEmoji, '$1');
}
