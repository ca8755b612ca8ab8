// Serves one of the hostile services, which send far more data than real ones: node scripts/run.js
// scripts/serve-hostile.ts NAME
import { hostileServer } from './hostile-server.ts';

const [, , , name = ''] = process.argv;
const server = hostileServer(name);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
