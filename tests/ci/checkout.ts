export { copyBuild, linkLibraries } from '../support/checkout.ts';
