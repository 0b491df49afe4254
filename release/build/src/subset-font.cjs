const subsetFont = require('subset-font');

module.exports = function subset(font) {
  const done = this.async();
  const { letters, weights } = this.getOptions();
  const [min, max] = weights;
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min, max } } };
  subsetFont(font, letters, options).then((kept) => done(null, kept), done);
};

module.exports.raw = true;
