/** Resets browser styles: the part of Chakra's preflight that these pages need. */
export const resetCss = `@layer reset {
  html {
    -webkit-text-size-adjust: 100%;
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
    touch-action: manipulation;
  }
  * { margin: 0; padding: 0; font: inherit; overflow-wrap: break-word; -webkit-tap-highlight-color: transparent; }
  *, ::before, ::after, ::backdrop { box-sizing: border-box; border: 0 solid; }
  body { min-height: 100dvh; position: relative; }
  img, svg { display: block; vertical-align: middle; }
  img { max-width: 100%; height: auto; }
  ol, ul { list-style: none; }
  a { color: inherit; text-decoration: inherit; }
  strong { font-weight: bolder; }
  code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  button { background: none; }
  button, input, textarea { appearance: none; color: inherit; }
  textarea { resize: vertical; }
  ::placeholder { opacity: 1; }
  :user-invalid { box-shadow: none; }
  [hidden]:where(:not([hidden='until-found'])) { display: none !important; }
}`;
