// The same app, for programs that are ES modules.
export { app } from './express.cjs';
