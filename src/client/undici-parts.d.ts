export { Agent, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
