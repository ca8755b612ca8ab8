# Builds the checkout of the action, so that the code which `uses` names is the code that runs: bash action/install.sh
set -euo pipefail

# The annotation says why the job is red; the log has the details.
fail() {
  echo "::error title=issue-conformance is not installed::$1"
  exit 4
}

cd "$GITHUB_ACTION_PATH"
command -v node >/dev/null || fail 'No Node is on the PATH; set the input node-version to 22.'
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node $(node --version) is on the PATH, and 20.19 is the oldest that will do; set the input node-version to 22."

# A second step of the same job uses the libraries of the first.
installed=node_modules/.installed-package-lock.json
if ! cmp -s package-lock.json "$installed"; then
  npm ci --include=dev --ignore-scripts --no-audit --no-fund || fail 'npm ci failed; its messages stand in the log of this step.'
  cp package-lock.json "$installed"
fi
npm run --silent build || fail 'npm run build failed; its messages stand in the log of this step.'
