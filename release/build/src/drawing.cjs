module.exports = function drawing(source) {
  const { withColours, palette } = this.getOptions();
  // Another colour is another release of what is drawn with it.
  this.addDependency(palette);
  return withColours(source);
};
