// Preloaded by a site: the name of the webhook's receiver leads to an address of the public internet, and what connects
// to it reaches this machine. The site checks the address; only its network is another one.
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const { Socket } = require('node:net');

const HOST = 'recepteur.example';
const PUBLIC = { address: '93.184.215.14', family: 4 };
const HERE = { address: '127.0.0.1', family: 4 };
const { lookup } = dns;
const { connect } = Socket.prototype;

const answer = ({ address, family }, { all }, callback) =>
  all ? callback(null, [{ address, family }]) : callback(null, address, family);

dns.lookup = (host, options, callback) =>
  host === HOST ? answer(PUBLIC, options, callback) : lookup(host, options, callback);
syncBuiltinESMExports();

Socket.prototype.connect = function connectHere(options, ...rest) {
  if (options?.host !== HOST) return connect.call(this, options, ...rest);
  const checked = options.lookup;
  const redirected = (host, asked, callback) =>
    checked(host, asked, (error) => (error ? callback(error) : answer(HERE, asked, callback)));
  return connect.call(this, { ...options, lookup: redirected }, ...rest);
};
