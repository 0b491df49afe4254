module.exports = function drawing(source) {
  const { withColours, palette } = this.getOptions();
  // A build depends on the palette: another colour gives the release another id.
  this.addDependency(palette);
  return withColours(source);
};
