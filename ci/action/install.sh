# Installs the programs of the action: bash ci/action/install.sh. Outputs `home`, their folder, and `cli`.
#
# For the tag of a release, it downloads the packed release with vitest. For any other ref, such as a commit, it builds this
# checkout, so that the pinned code is the code that runs.
set -euo pipefail

# The annotation says why the job is red; the log has the details.
fail() {
  echo "::error title=issue-conformance is not installed::$1"
  exit 4
}

give() {
  echo "home=$home" >> "$GITHUB_OUTPUT"
  echo "cli=$1" >> "$GITHUB_OUTPUT"
  exit 0
}

cd "$GITHUB_ACTION_PATH"
command -v node >/dev/null || fail 'No Node is on the PATH; set the input node-version to 22.'
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node $(node --version) is on the PATH, and 20.19 is the oldest that will do; set the input node-version to 22."

read -r version address < <(node -p 'const { version, repository } = require("./package.json");
  `${version} ${repository.url.replace(/^git\+|\.git$/g, "")}`')
home=$RUNNER_TEMP/issue-conformance-$version
release=$home/node_modules/issue-conformance/dist/cli.js

# A runner names the folder of an action after the ref in `uses`.
if [ "$(basename "$GITHUB_ACTION_PATH")" = "v$version" ]; then
  # A second step of the same job uses the installation of the first.
  [ ! -f "$home/installed" ] || give "$release"
  packed=$address/releases/download/v$version/issue-conformance-action.tgz
  mkdir -p "$home"
  if curl --fail --silent --show-error --location --max-time 60 --output "$home.tgz" "$packed"; then
    tar -xzf "$home.tgz" -C "$home" || fail "$packed cannot be unpacked; its messages stand in the log of this step."
    (cd "$home" && npm ci --ignore-scripts --no-audit --no-fund) ||
      fail 'npm ci failed; its messages stand in the log of this step.'
    touch "$home/installed"
    give "$release"
  fi
  echo "$packed cannot be read, as that of a private repository, so this checkout is built."
fi

installed=node_modules/.installed-package-lock.json
if ! cmp -s package-lock.json "$installed"; then
  npm ci --include=dev --ignore-scripts --no-audit --no-fund || fail 'npm ci failed; its messages stand in the log of this step.'
  cp package-lock.json "$installed"
fi
npm run --silent build || fail 'npm run build failed; its messages stand in the log of this step.'
node scripts/pack-action.js "$home" || fail 'The action was not built; the messages stand in the log of this step.'
give "$GITHUB_ACTION_PATH/dist/cli.js"
