/**
 * Prints the version, host, and image tags of a release as outputs of a workflow:
 *
 *   node tools/environment/print-release.mjs v0.4.0 registry.example.com/team
 *
 * Fails unless the tag matches the version in package.json and CHANGELOG.md has a section for it, in the current folder.
 */
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(name, 'utf8');

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

const [tag, registry] = process.argv.slice(2);
if (!tag || !registry) fail('Usage: print-release.mjs <tag> <registry>');
const { version } = JSON.parse(read('package.json'));
if (tag !== `v${version}`) fail(`The tag ${tag} is not of this release: package.json has version ${version}`);
if (!read('CHANGELOG.md').includes(`\n## [${version}]`)) fail(`CHANGELOG.md has no section [${version}]`);

const image = `${registry}/carillon`;
// The newest release of 0.4 is also tagged 0.4; a pre-release has only its own tag.
const versions = version.includes('-') ? [version] : [version, version.split('.').slice(0, 2).join('.')];
process.stdout.write(`version=${version}\n`);
process.stdout.write(`host=${registry.split('/')[0]}\n`);
process.stdout.write(`tags=${versions.map((each) => `${image}:${each}`).join(',')}\n`);
