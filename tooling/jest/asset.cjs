// The bundler turns imported pictures and fonts into URLs. Tests only need a string.
module.exports = '/asset';
