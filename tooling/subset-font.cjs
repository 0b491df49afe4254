const subsetFont = require('subset-font');

/** A loader: keeps of a font the letters and the range of weights that its options name. */
module.exports = function subset(font) {
  const done = this.async();
  const { letters, weights } = this.getOptions();
  const [min, max] = weights;
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min, max } } };
  subsetFont(font, letters, options).then((kept) => done(null, kept), done);
};

/** The bundler hands over the file's bytes. */
module.exports.raw = true;
