// Serves one of the services that answer with far more than any real one: node scripts/run.js scripts/serve-hostile.ts NAME
import { hostileServer } from './hostile-server.ts';

const [, , , name = ''] = process.argv;
const server = hostileServer(name);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
