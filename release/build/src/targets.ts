/**
 * The oldest browsers that show the site as it was designed: with `<dialog>`, `:has()`, cascade layers and
 * `color-mix()`. The page /accessibilite names them.
 */
export const TARGETS = ['chrome >= 111', 'edge >= 111', 'firefox >= 121', 'safari >= 16.4'];
