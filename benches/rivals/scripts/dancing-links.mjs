// npm's dancing-links, with the protocol of src/serve.rs: `node dancing-links.mjs WORK.json`.
// `--version` instead of the file prints the version of the package.
//
// The script looks for the package where node does, and in the directories of NODE_PATH. To count
// all solutions, it uses the package's generator, because the other functions keep them in memory.
// For a Sudoku, the package gets the items and options that the clues leave.

import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

function packageFolder() {
  const folders = (process.env.NODE_PATH ?? '').split(delimiter).filter(Boolean)
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    folders.push(join(at, 'node_modules'))
    if (at === dirname(at)) break
  }
  return folders.map(folder => join(folder, 'dancing-links')).find(folder => existsSync(join(folder, 'package.json')))
}

const folder = packageFolder()
if (!folder) process.exit(1)
const description = JSON.parse(readFileSync(join(folder, 'package.json')))
if (process.argv[2] === '--version') {
  console.log(description.version)
  process.exit()
}
const { DancingLinks } = await import(pathToFileURL(join(folder, description.main)))

const work = JSON.parse(readFileSync(process.argv[2]))
const links = new DancingLinks()

// Returns the items and options that the clues of a Sudoku leave, or null if two clues clash.
function restOf(clues) {
  const number = new Array(work.primary).fill(0)
  for (const clue of clues) {
    for (const item of work.options[clue]) {
      if (number[item] < 0) return null
      number[item] = -1
    }
  }
  let primary = 0
  for (let item = 0; item < number.length; item++) if (number[item] === 0) number[item] = primary++
  const options = work.options.filter(option => option.every(item => number[item] >= 0))
  return { primary, secondary: 0, options: options.map(option => option.map(item => number[item])) }
}

function search({ primary, secondary, options }) {
  if (primary === 0) return [1, 0n]
  if (options.length === 0) return [0, 0n]
  let constraints
  let solver
  if (secondary === 0) {
    solver = links.createSolver({ columns: primary })
    constraints = options.map((option, data) => ({ data, columnIndices: option }))
  } else {
    solver = links.createSolver({ primaryColumns: primary, secondaryColumns: secondary })
    constraints = options.map((option, data) => ({
      data,
      columnIndices: {
        primary: option.filter(item => item < primary),
        secondary: option.filter(item => item >= primary).map(item => item - primary)
      }
    }))
  }
  solver.addSparseConstraints(constraints)
  const start = process.hrtime.bigint()
  let found = 0
  if (work.limit !== null) {
    found = solver.find(work.limit).length
  } else {
    for (const _ of solver.createGenerator()) found++
  }
  return [found, process.hrtime.bigint() - start]
}

function run() {
  const start = process.hrtime.bigint()
  let found = 0
  let searching = 0n
  for (const problem of work.puzzles === null ? [work] : work.puzzles.map(restOf)) {
    if (problem === null) continue
    const [more, time] = search(problem)
    found += more
    searching += time
  }
  return { found, searching, setup: process.hrtime.bigint() - start - searching }
}

if (work.bounds || work.colors !== null) {
  console.log(work.bounds ? 'cannot has no bounds' : 'cannot has no colors')
  process.exit()
}
console.log('ready')
createInterface({ input: process.stdin }).on('line', () => {
  let runs = 0n
  let [setup, searching] = [0n, 0n]
  let found
  do {
    const last = run()
    const wavers = runs > 0n && last.found !== found
    found = last.found
    setup += last.setup
    searching += last.searching
    runs++
    if (wavers) break
  } while (setup + searching < 50_000_000n)
  console.log(`round ${runs} ${setup / runs} ${searching / runs} ${found}`)
})
