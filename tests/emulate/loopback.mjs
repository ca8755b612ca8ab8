// Loaded into the emulator first. Version 0.8 listens on all interfaces without an option; this restricts it
// to loopback.
import net from 'node:net';

const HOST = '127.0.0.1';
const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function listenOnLoopback(...args) {
  const [first, ...rest] = args;
  // A message over the channel proves that this process listens, and not another one on the port.
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

// The tests hold the other end of the channel, so the emulator ends with them, however they end.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.exit(0));
}
