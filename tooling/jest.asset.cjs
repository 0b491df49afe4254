// An imported picture or font is its address; tests only need it to be a string.
module.exports = '/asset';
