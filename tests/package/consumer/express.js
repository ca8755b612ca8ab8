// The same app as an ES module.
export { app } from './express.cjs';
