// Compiled without the types of Node, a browser or any library.
import * as all from 'issue-conformance';

export const { run, rules } = all;
