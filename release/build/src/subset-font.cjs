const subsetFont = require('subset-font');

module.exports = function subset(font) {
  const done = this.async();
  const { letters, features, weights } = this.getOptions();
  const options = { targetFormat: 'woff2', keepFeatures: features, variationAxes: { wght: weights } };
  subsetFont(font, letters, options).then((kept) => done(null, kept), done);
};

module.exports.raw = true;
