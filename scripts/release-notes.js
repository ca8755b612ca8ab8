// Prints the part of the CHANGELOG for the version of a tag, which must be that of package.json: node
// scripts/release-notes.js v0.3.0
import { readFileSync } from 'node:fs';

const [, , tag = ''] = process.argv;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const fail = (why) => {
  process.stderr.write(`${why}\n`);
  process.exit(1);
};
if (tag !== `v${version}`) fail(`The tag is ${tag}, and package.json says ${version}; expected v${version}.`);
const [, part] = readFileSync('CHANGELOG.md', 'utf8').split(
  new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm'),
);
if (part === undefined) fail(`CHANGELOG.md has no section ${version}.`);
process.stdout.write(`${part.split(/^## \[/m)[0].trim()}\n`);
