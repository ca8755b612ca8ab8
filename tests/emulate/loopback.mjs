// Loaded into the emulator before anything else: version 0.8 listens on every interface and has no option
// against it, and what the tests start is nobody else's to reach.
import net from 'node:net';

const HOST = '127.0.0.1';
const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function listenOnLoopback(...args) {
  const [first, ...rest] = args;
  // Said over the channel, so that whoever already sat on the port is not taken for this process.
  this.once('listening', () => process.send?.('listening'));
  const callbacks = rest.filter((argument) => typeof argument === 'function');
  if (typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first))) {
    return listen.call(this, { port: Number(first), host: HOST }, ...callbacks);
  }
  if (first !== null && typeof first === 'object' && 'port' in first) {
    return listen.call(this, { ...first, host: HOST }, ...callbacks);
  }
  throw new Error(`the emulator was to listen on ${String(first)}, which is not a port`);
};

// The tests hold the other end of this channel: however they end, the emulator ends with them.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.exit(0));
}
