// Loaded into the emulator first. Version 0.8 listens on all interfaces without an option, and on no free port; this
// does both, and tells the port over the channel.
import net from 'node:net';

const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function listenOnLoopback(...args) {
  this.once('listening', () => process.send?.(this.address().port));
  const callbacks = args.filter((argument) => typeof argument === 'function');
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ...callbacks);
};

// The tests hold the other end of the channel, so the emulator ends with them, however they end.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.exit(0));
}
